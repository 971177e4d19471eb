// The second script of the page: its windows, the code of a link, the life of a unit, the curve of the chances, why a
// match turned, and what greets who has no match.

import { causeOf } from "./ui/cause";
import { Code } from "./ui/code";
import { Copy, Curve } from "./ui/curve";
import { key, code, life, second, story, welcome } from "./ui/later";
import { loadHand } from "./ui/loadhand";
import { LifeOf } from "./ui/life";
import { tell } from "./ui/showing";
import { teller } from "./ui/story";
import { t } from "./ui/tongues";
import { Welcome } from "./ui/welcome";
import { Windows } from "./ui/windows";

code.value = Code;
life.value = LifeOf;
story.value = { Copy, Curve };
teller.value = causeOf;
welcome.value = Welcome;
second.value = Windows;
if (key !== "") {
  loadHand().catch((error: unknown) => tell(t("You cannot play here"), error));
}
