// The second script of the page: its windows, and the code of a link.

import { Code } from "./ui/code";
import { Dialogs } from "./ui/dialogs";
import { code, second } from "./ui/later";

code.value = Code;
second.value = Dialogs;
