// The second script of the page: its windows, the code of a link, the life of a unit, the curve of the chances, why a
// match turned, what greets who has no match, and how a person plays.

import { causeOf } from "./ui/cause";
import { Code } from "./ui/code";
import { Copy, Curve } from "./ui/curve";
import { sit } from "./ui/hand";
import { key, code, life, second, story, welcome } from "./ui/later";
import { LifeOf } from "./ui/life";
import { teller } from "./ui/story";
import { Welcome } from "./ui/welcome";
import { Windows } from "./ui/windows";

code.value = Code;
life.value = LifeOf;
story.value = { Copy, Curve };
teller.value = causeOf;
welcome.value = Welcome;
second.value = Windows;
if (key !== "") {
  void sit();
}
