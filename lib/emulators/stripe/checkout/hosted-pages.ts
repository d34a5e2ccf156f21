import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import { cardKinds } from '../customers/test-cards.ts';
import type { CheckoutSession, Invoice } from '../store/stripe-objects.ts';

const style =
  'body{font:16px system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem}td:last-child{text-align:right}' +
  'table{width:100%}.note{background:#fff3cd;padding:.5rem 1rem}label{display:block;margin:.3rem 0}button{font:inherit}';

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'self'">
<style>${style}</style></head>
<body><h1>${title}</h1>
<p class="note">This is the local emulator of Stripe. No money moves, and no card is real.</p>
${body}</body></html>
`;

const money = (amount: number | null, currency: string | null): string =>
  escapeMarkup(`${((amount ?? 0) / 100).toFixed(2)} ${(currency ?? '').toUpperCase()}`);

const cardTexts = {
  ok: 'a card that pays',
  declined: 'a card that is declined',
  authentication_required: 'a card that requires authentication off session',
} as const;

const cardChoice = cardKinds
  .map(
    (kind, index) =>
      `<label><input type="radio" name="card" value="${kind}"${index === 0 ? ' checked' : ''}> ${cardTexts[kind]}</label>`,
  )
  .join('\n');

const form = (button: string, more = ''): string =>
  `<form method="post">${more}\n${cardChoice}\n<p><button>${button}</button></p></form>`;

const link = (url: string | null, text: string): string =>
  url && /^https?:\/\//.test(url) ? `<p><a href="${escapeMarkup(url)}">${text}</a></p>` : '';

const errorText = (message: string | undefined): string =>
  message === undefined ? '' : `<p role="alert"><b>${escapeMarkup(message)}</b></p>`;

/** The page of a checkout session. @param error says why the last attempt failed. */
export const checkoutPage = (session: CheckoutSession, refused?: string): string => {
  const rows = (session.line_items?.data ?? []).map(
    (line) =>
      `<tr><td>${line.quantity ?? 1} × ${escapeMarkup(line.description ?? '')}</td>` +
      `<td>${money(line.amount_total, line.currency)}</td></tr>`,
  );
  const total =
    session.amount_total === null
      ? ''
      : `<tr><td>Total</td><td>${money(session.amount_total, session.currency)}</td></tr>`;
  const code = session.allow_promotion_codes
    ? '<label>Promotion code <input name="promotionCode"></label>'
    : '';
  const rest =
    session.status === 'open'
      ? form('Pay', code) + link(session.cancel_url, 'Back without paying')
      : `<p>This session is ${escapeMarkup(session.status ?? 'over')}.</p>${link(session.success_url, 'Go on')}`;
  return page('Checkout', `${errorText(refused)}<table>${rows.join('')}${total}</table>${rest}`);
};

export const invoicePage = (invoice: Invoice, refused?: string): string => {
  const rows = invoice.lines.data.map(
    (line) =>
      `<tr><td>${escapeMarkup(line.description ?? '')}</td><td>${money(line.amount, line.currency)}</td></tr>`,
  );
  const due = `<tr><td>Due</td><td>${money(invoice.amount_remaining, invoice.currency)}</td></tr>`;
  const rest = invoice.status === 'open' ? form('Pay') : '';
  const state = `<p>${escapeMarkup(invoice.number ?? '')}: ${escapeMarkup(invoice.status ?? '')}</p>`;
  return page('Invoice', `${errorText(refused)}${state}<table>${rows.join('')}${due}</table>${rest}`);
};

export const portalPage = (returnUrl: string | null, done: boolean): string =>
  page(
    'Your card',
    `${done ? '<p role="status">This is your card from now on.</p>' : ''}${form('Use this card')}${link(returnUrl, 'Back')}`,
  );
