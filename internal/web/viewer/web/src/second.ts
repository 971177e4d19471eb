// The second script of the page: its windows, the code of a link, the life of a unit, the curve of the chances, why a
// match turned, and what greets who has no match.

import { causeOf } from "./ui/cause";
import { Code } from "./ui/code";
import { Copy, Curve } from "./ui/curve";
import { HeatMap } from "./ui/heat";
import { Idle } from "./ui/idle";
import { key, code, heatMap, idle, life, noted, second, story, welcome } from "./ui/later";
import { loadHand } from "./ui/loadhand";
import { LifeOf } from "./ui/life";
import { Noted } from "./ui/noted";
import "./ui/pace";
import { listen as listenToPointer } from "./ui/preview";
import { tell } from "./ui/showing";
import { listen as listenToMatch } from "./ui/sound";
import { teller } from "./ui/story";
import { t } from "./ui/tongues";
import { Welcome } from "./ui/welcome";
import { Windows } from "./ui/windows";
import style from "./second.css";
import all from "./ui/all.css";
import share from "./ui/share.css";

// A style element would be refused by the policy of the page.
const sheet = new CSSStyleSheet();
sheet.replaceSync([all, share, style].join("\n"));
document.adoptedStyleSheets.push(sheet);

code.value = Code;
heatMap.value = HeatMap;
idle.value = Idle;
life.value = LifeOf;
noted.value = Noted;
story.value = { Copy, Curve };
teller.value = causeOf;
welcome.value = Welcome;
second.value = Windows;
listenToPointer();
listenToMatch();
if (key !== "") {
  loadHand().catch((error: unknown) => tell(t("You cannot play here"), error));
}
