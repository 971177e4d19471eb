// The second script of the page: its windows, the code of a link, the life of a unit, the curve of the chances, and what
// greets who has no match.

import { Code } from "./ui/code";
import { Copy, Curve } from "./ui/curve";
import { Dialogs } from "./ui/dialogs";
import { code, life, second, story, welcome } from "./ui/later";
import { LifeOf } from "./ui/life";
import { Welcome } from "./ui/welcome";

code.value = Code;
life.value = LifeOf;
story.value = { Copy, Curve };
welcome.value = Welcome;
second.value = Dialogs;
