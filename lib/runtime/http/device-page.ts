import { consolePages } from '@scangate/domain/console-pages';
import { scopes, type Scope } from '@scangate/domain/identity/roles';
import { scriptPage } from './script-page.ts';

/** The scopes that are marked at first: those of scans and of looking at results, and of `scangate logout`. */
const usualScopes: readonly Scope[] = [
  'repositories:read',
  'scans:read',
  'scans:write',
  'organization:read',
  'billing:read',
  'tokens:write',
];

/** Approves or denies a command line by the code that somebody types. It writes text alone, never markup. */
const script = `
const scopes = ${JSON.stringify(scopes)};
const usual = ${JSON.stringify(usualScopes)};
const here = ${JSON.stringify(`returnTo=${encodeURIComponent(consolePages.device)}`)};
const main = document.querySelector('main');
const add = (name, text, to = main) => to.appendChild(Object.assign(document.createElement(name), { textContent: text }));
const field = (text, properties, to = main) => {
  const label = add('label', '', to);
  const input = Object.assign(document.createElement('input'), properties);
  if (input.type === 'checkbox') label.append(input, ' ' + text);
  else label.append(text + ' ', input);
  to.append(document.createElement('br'));
  return input;
};
const button = (text, act) => { add('button', text).onclick = act; };
const signIn = (path) => location.assign(path + (path.includes('?') ? '&' : '?') + here);
const show = ({ person, organization, csrfToken }) => {
  add('p', 'It gets a token of ' + person.email + ' in ' + organization.name + '.');
  add('p', 'Enter the code only if you started scangate login yourself just now. Whoever sent you a code would get your token.');
  const code = field('Code', { id: 'code', autocomplete: 'off', autofocus: true, maxLength: 20 });
  const allowed = add('fieldset', '');
  add('legend', 'It may use', allowed);
  const boxes = scopes.map((name) => field(name, { type: 'checkbox', name, checked: usual.includes(name) }, allowed));
  const days = field('Days', { id: 'days', type: 'number', min: 1, max: 366, value: 90 });
  const said = add('p', '');
  said.setAttribute('role', 'status');
  const send = async (decision) => {
    const answer = await fetch('/v1/device/approval', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Scangate-CSRF': csrfToken },
      body: JSON.stringify({ userCode: code.value, ...decision }),
    });
    const found = await answer.json();
    if (found.code === 'reauthentication_required') return signIn(found.signInUrl);
    const parts = (found.errors || []).map(({ detail }) => detail);
    said.textContent = answer.ok
      ? 'The command line is ' + found.status + '. You may close this page.'
      : [found.title + ' (' + found.code + ').', found.detail, ...parts].join(' ');
  };
  const attempt = (decision) => () => send(decision()).catch((error) => { said.textContent = error.message; });
  button('Approve', attempt(() => ({
    scopes: boxes.filter(({ checked }) => checked).map(({ name }) => name),
    expiresInDays: Number(days.value),
  })));
  button('Deny', attempt(() => ({ deny: true })));
};
const start = async () => {
  add('h1', 'Approve a command line');
  const answer = await fetch('/v1/session');
  if (answer.ok) return show(await answer.json());
  add('p', 'You are not signed in.');
  button('Sign in', () => signIn('/v1/session/start'));
};
start().catch((error) => { add('p', error.message).setAttribute('role', 'alert'); });
`;

/** Stands in for the page of the console where a person approves a command line. */
export const { page: devicePage, policy: devicePagePolicy } = scriptPage('Scangate', script);
