import { prepare } from "./arena";

export default prepare;
