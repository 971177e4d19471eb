// The third script is loaded when a person plays, or gives orders in what if.

import { t } from "./tongues";

let asked: Promise<void> | undefined;

// loadHand runs the third script, which is on the server.
export const loadHand = (): Promise<void> =>
  (asked ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "third.js";
    script.onload = () => resolve();
    script.onerror = () => {
      asked = undefined;
      reject(new Error(t("the server does not answer")));
    };
    document.body.append(script);
  }));
