// The second script of the page: its windows, the code of a link, the life of a unit, the curve of the chances, why a
// match turned, and the card at its end.

import { causeOf } from "./ui/cause";
import { Code } from "./ui/code";
import { Copy, Curve } from "./ui/curve";
import { HeatMap } from "./ui/heat";
import { Idle } from "./ui/idle";
import { key, code, heatMap, idle, life, load, noted, second, story } from "./ui/later";
import { LifeOf } from "./ui/life";
import { Noted } from "./ui/noted";
import { Podium } from "./ui/podium";
import "./ui/pace";
import { listen as listenToPointer } from "./ui/preview";
import { tell } from "./ui/showing";
import { listen as listenToMatch } from "./ui/sound";
import { teller } from "./ui/story";
import { t } from "./ui/tongues";
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
story.value = { Copy, Curve, Podium };
teller.value = causeOf;
second.value = Windows;
listenToPointer();
listenToMatch();
if (key !== "") {
  load("third").catch((error: unknown) => tell(t("You cannot play here"), error));
}
