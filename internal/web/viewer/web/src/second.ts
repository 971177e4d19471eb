// The second script of the page: its windows, the code of a link, the life of a unit, the curve of the chances, why a
// match turned, and what greets who has no match.

import { causeOf } from "./ui/cause";
import { Code } from "./ui/code";
import { Copy, Curve } from "./ui/curve";
import { Dialogs } from "./ui/dialogs";
import { code, life, second, story, welcome } from "./ui/later";
import { LifeOf } from "./ui/life";
import { teller } from "./ui/story";
import { Welcome } from "./ui/welcome";

code.value = Code;
life.value = LifeOf;
story.value = { Copy, Curve };
teller.value = causeOf;
welcome.value = Welcome;
second.value = Dialogs;
