import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import type { ShownItem, ShownSection } from '@scangate/emulator-providers/kit/provider-emulator';

const style =
  'body{font:16px system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'article{border-top:1px solid #ccc;margin:.5rem 0}article article{margin-left:2rem;border-color:#eee}' +
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0}time,small{color:#666}h3{margin-bottom:.2rem}';

const time = (at: string | undefined): string =>
  at === undefined ? '' : ` <time>${escapeMarkup(at)}</time>`;

const block = ({ title, text, at }: { title: string; text: string; at?: string }, inner = ''): string =>
  `<article><p><b>${escapeMarkup(title)}</b>${time(at)}</p><pre>${escapeMarkup(text)}</pre>${inner}</article>`;

const item = ({ state, below = [], title, ...rest }: ShownItem): string =>
  block(
    { ...rest, title: state === undefined ? title : `${title} [${state}]` },
    below.map((one) => block(one)).join(''),
  );

const section = ({ title, items }: ShownSection): string =>
  `<h3>${escapeMarkup(title)}</h3>${items.map(item).join('') || '<p><small>Nothing yet.</small></p>'}`;

/** Renders what people see at each provider. Everything is shown as text, as it was sent. */
export const providersPage = (
  providers: readonly { name: string; sections: readonly ShownSection[] }[],
): string => {
  const shown = providers.map(
    ({ name, sections }) =>
      `<h2 id="${escapeMarkup(name)}">${escapeMarkup(name)}</h2>${sections.map(section).join('')}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Providers</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${style}</style></head>
<body><h1>Emulators for chats and trackers</h1>
${shown.join('\n')}</body></html>
`;
};
