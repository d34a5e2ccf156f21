import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import { answerNames, answers } from './answers.ts';
import type { Receiver, ShownDelivery } from './receiver.ts';

const style =
  'body{font:16px system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}' +
  'td,th{text-align:left;border-top:1px solid #ccc;padding:.3rem .6rem .3rem 0;vertical-align:top}' +
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font-size:.8rem}form{display:inline}' +
  'button[disabled]{font-weight:bold}.bad{color:#b00}';

interface Button {
  label: string;
  isOn?: boolean;
}

/** A button that sends a form; the disabled one is the current setting. */
const button = (action: 'answer' | 'clear', value: string, { label, isOn = false }: Button): string =>
  `<form method="post" action="/_local/receiver/${action}"><button name="answer" value="${value}"${isOn ? ' disabled' : ''}>${escapeMarkup(label)}</button></form>`;

const row = ({ at, type, sequence, signature, answer, id, body }: ShownDelivery): string =>
  `<tr><td>${sequence}</td><td>${escapeMarkup(type)}<br><small>${escapeMarkup(at)}<br>${escapeMarkup(id)}</small></td>` +
  `<td class="${signature === 'verified' ? '' : 'bad'}">${signature}</td><td>${escapeMarkup(answers[answer].label)}</td>` +
  `<td><details><summary>body</summary><pre>${escapeMarkup(body)}</pre></details></td></tr>`;

/** Renders the received deliveries, newest first, and a button for each way to respond. */
export const receiverPage = ({ answer, deliveries, missing }: ReturnType<Receiver['show']>): string => {
  const switches = answerNames.map((name) =>
    button('answer', name, { label: answers[name].label, isOn: name === answer }),
  );
  const gaps = missing.length === 0 ? 'none' : missing.slice(0, 100).join(', ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Receiver</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'self'">
<style>${style}</style></head>
<body><h1>Receiver of webhooks</h1>
<p>From now on: ${switches.join(' ')}</p>
<p>Numbers not accepted yet: ${gaps}. ${button('clear', 'all', { label: 'Forget all' })}</p>
<table><tr><th>Number</th><th>Event</th><th>Signature</th><th>Answer</th><th></th></tr>
${deliveries.map(row).join('\n')}</table>${deliveries.length === 0 ? '<p>No delivery yet.</p>' : ''}</body></html>
`;
};
