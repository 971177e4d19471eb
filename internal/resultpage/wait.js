"use strict";
{
  const state = document.getElementById("state");

  const say = (text, bad) => {
    if (state.textContent !== text) {
      state.textContent = text;
    }
    state.classList.toggle("bad", bad);
  };

  // ask asks for the match, and returns whether to ask again.
  const ask = async () => {
    const answer = await fetch(`${location.pathname}/play`, { method: "POST", headers: { "X-Arena": "play" } });
    if (answer.status === 503) {
      say("Too many matches are waiting to be played; trying again.", true);
      return true;
    }
    const { state: now, ahead, reason } = await answer.json();
    switch (now) {
      case "kept":
        location.reload();
        return false;
      case "failed":
        say(`It can't be shown: ${reason}`, true);
        return false;
      case "playing":
        say("It is being played.", false);
        return true;
      default:
        say(ahead === 1 ? "One match is before it." : `${ahead} matches are before it.`, false);
        return true;
    }
  };

  const stay = async () => {
    for (;;) {
      try {
        if (!(await ask())) {
          return;
        }
      } catch {
        say("Not connected; trying again.", true);
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };

  void stay();
}
