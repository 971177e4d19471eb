// The page works without a network after the first visit: a service worker keeps the files of a version together.

import { t } from "../ui/tongues";
import * as state from "./state";

export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  const version = state.site.value?.version;
  if (serviceWorker === undefined || version === undefined) {
    return; // the page did not come over https, or from this machine
  }
  try {
    const before = (await serviceWorker.getRegistration())?.active?.scriptURL;
    const address = `sw.js?version=${encodeURIComponent(version)}`;
    await serviceWorker.register(address);
    if (before !== undefined && before !== new URL(address, location.href).href) {
      state.notice.value = t("A newer version of this page is there: load it again.");
    }
  } catch {
    // The browser keeps nothing: the page works as long as its server answers.
  }
}
