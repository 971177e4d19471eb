// The second script of the page: its windows, the code of a link, the life of a unit, and what greets who has no match.

import { Code } from "./ui/code";
import { Dialogs } from "./ui/dialogs";
import { code, life, second, welcome } from "./ui/later";
import { LifeOf } from "./ui/life";
import { Welcome } from "./ui/welcome";

code.value = Code;
life.value = LifeOf;
welcome.value = Welcome;
second.value = Dialogs;
