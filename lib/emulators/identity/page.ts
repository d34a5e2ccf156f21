import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import type { Person } from './person.ts';

const style =
  'body{font:16px system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem;color:#222}' +
  'button{font:inherit;display:block;width:100%;text-align:left;margin:.5rem 0;padding:.6rem .8rem;' +
  'border:1px solid #bbb;border-radius:6px;background:#fff;cursor:pointer}button:hover{background:#f3f6ff}' +
  'small{color:#666}aside{background:#fff7e0;border:1px solid #e8d48a;border-radius:6px;padding:.6rem .8rem}' +
  'input[type=email],input[type=text]{font:inherit;padding:.4rem;width:20rem;max-width:100%}' +
  'fieldset{border:1px solid #ddd;border-radius:6px;margin:1rem 0}';

/** Headers of every page: it cannot be framed, and runs only the script that it names. */
export const pageHeaders = (scriptSource = "'none'") => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src ${scriptSource}; frame-ancestors 'none'`,
});

/** Lays out a page that says what it is for. @param body is markup. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(title)}</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body><h1>${escapeMarkup(title)}</h1>
<aside>This page stands in for a real sign-in while the service runs on this machine. It checks no password and
proves no identity: whoever can open it can be anybody listed here.</aside>
${body}</body></html>
`;

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(
      ([name, value]) => `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`,
    )
    .join('');

export interface ChooserOptions {
  title: string;
  /** Address that the choice is posted to. */
  action: string;
  people: readonly Person[];
  /** Fields that every choice carries. */
  fields?: Readonly<Record<string, string>>;
  /** The person whose session is still open, and since when, if it may be continued. */
  current?: { person: Person; since: string };
  /** Whether the page asks a new person if the address is verified, or for the groups. */
  asks: 'verification' | 'groups';
}

const personButton = ({ subject, name, email, about }: Person): string =>
  `<button name="person" value="${escapeMarkup(subject)}"><b>${escapeMarkup(name)}</b> ${escapeMarkup(email)}<br>
<small>${escapeMarkup(about)}</small></button>`;

const continueButton = ({ person, since }: { person: Person; since: string }): string =>
  `<button name="continue" value="${escapeMarkup(person.subject)}">Continue as <b>${escapeMarkup(person.name)}</b><br>
<small>signed in at ${escapeMarkup(since)}</small></button>`;

const questions: Record<ChooserOptions['asks'], string> = {
  groups: '<p><label>Groups, separated by commas<br><input type="text" name="groups"></label></p>',
  verification:
    '<p><label><input type="checkbox" name="verified" value="yes" checked> the address is verified</label></p>',
};

/** Shows people to sign in as, each with one click, and a form for a new person. */
export const chooserPage = (options: ChooserOptions): string => {
  const { title, action, people, fields = {}, current, asks } = options;
  const form = (content: string) =>
    `<form method="post" action="${escapeMarkup(action)}">${hidden(fields)}${content}</form>`;
  return page(
    title,
    `${current ? form(continueButton(current)) : ''}
${form(people.map(personButton).join('\n'))}
${form(`<fieldset><legend>Somebody new</legend>
<p><label>Address, or a fresh one if empty<br><input type="email" name="email" autocomplete="off"></label></p>
${questions[asks]}
<button name="new" value="yes">Sign in as somebody new</button></fieldset>`)}`,
  );
};

export interface Choice {
  person?: string;
  /** The subject of the session that is continued. */
  continue?: string;
  isNew: boolean;
  email?: string;
  isEmailVerified: boolean;
  groups: string[];
}

/** Reads the form of a chooser page. */
export const readChoice = (form: URLSearchParams): Choice => ({
  person: form.get('person') ?? undefined,
  continue: form.get('continue') ?? undefined,
  isNew: form.has('new'),
  email: form.get('email') || undefined,
  isEmailVerified: form.get('verified') === 'yes',
  groups: (form.get('groups') ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== ''),
});
