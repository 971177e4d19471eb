// What the reader can give to others: a link, a picture, and a frame for a page.

import type { JSX } from "preact";
import { context } from "../board/look";
import { Film } from "./film";
import { Act, download, said } from "./handed";
import { formatLink } from "./link";
import { linkOf } from "./linkof";
import { paint } from "./picture";
import { part } from "./stage";
import type { View } from "./state";
import { t } from "./tongues";
import { isServed } from "./whatif";

const toExport = "arena export FILE -o match.html";

async function copy(what: string, data: () => string | Promise<Blob>): Promise<void> {
  try {
    const made = data();
    await (typeof made === "string"
      ? navigator.clipboard.writeText(made)
      : navigator.clipboard.write([new ClipboardItem({ "image/png": made })]));
    said.value = t("The {0} is copied.", what);
  } catch {
    said.value = t("The browser does not let this page copy the {0}.", what);
  }
}

export function Share({ view }: { view: View }): JSX.Element {
  const seen = part();
  const hash = formatLink({ ...linkOf(), ...(seen && { part: seen }) });
  const link = location.href.replace(/#.*/, "") + hash;
  const code = `<iframe src="${link.replaceAll("&", "&amp;")}&amp;embed" width="800" height="450" title="${view.data.title}"></iframe>`;
  return (
    <div class="share-with">
      <Text name={t("link")} text={link} />
      <p>
        <Act label="Copy picture" act={() => copy(t("picture"), () => picture(view))} />
        <Act label="Save picture" act={() => save(view)} />
      </p>
      <Film view={view} />
      {!isServed() && <Text name={t("code of a frame")} text={code} />}
      <p class="hint">
        {t("Others can open the link if the page is on a web server. To make a page of a match, type: {0}", toExport)}
      </p>
      <p role="status">{said.value}</p>
    </div>
  );
}

function Text({ name, text }: { name: string; text: string }): JSX.Element {
  return (
    <p>
      <input readOnly value={text} aria-label={name} onFocus={(event) => event.currentTarget.select()} />
      <Act label={t("Copy {0}", name)} act={() => copy(name, () => text)} />
    </p>
  );
}

function picture(view: View): Promise<Blob> {
  const ctx = context(document.createElement("canvas"));
  paint(view, ctx);
  return new Promise((resolve, reject) =>
    ctx.canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob))),
  );
}

async function save(view: View): Promise<void> {
  download(await picture(view), `${view.data.game}-${view.frame.number}.png`);
}
