// The second script of the page: its windows.

import { Dialogs } from "./ui/dialogs";
import { second } from "./ui/later";

second.value = Dialogs;
