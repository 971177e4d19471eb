// The second script of the page: its windows, the code of a link, and what greets who has no match.

import { Code } from "./ui/code";
import { Dialogs } from "./ui/dialogs";
import { code, second, welcome } from "./ui/later";
import { Welcome } from "./ui/welcome";

code.value = Code;
welcome.value = Welcome;
second.value = Dialogs;
