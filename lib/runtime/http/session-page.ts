import { scriptPage } from './script-page.ts';

/**
 * Fills the page from `GET /v1/session`. It writes text alone, never markup, and reads the secret of an invitation from the
 * fragment, which no server sees.
 */
const script = `
const main = document.querySelector('main');
const add = (name, text) => main.appendChild(Object.assign(document.createElement(name), { textContent: text }));
const button = (text, act) => { add('button', text).onclick = act; };
const go = (path) => location.assign(path);
const send = async (method, path, csrf, body) => {
  const headers = { 'Content-Type': 'application/json', ...(csrf && { 'Scangate-CSRF': csrf }) };
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  if (answer.status === 204) return undefined;
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.title + ' (' + found.code + '). ' + (found.detail || ''));
  return found;
};
const failed = (error) => { add('p', error.message).setAttribute('role', 'alert'); };
const attempt = (act) => () => act().catch(failed);
const invite = (invitation) => {
  history.replaceState(null, '', '/console');
  add('h1', 'You are invited');
  add('p', 'Sign in with the invited address to accept.');
  button('Accept', attempt(async () => {
    const { url } = await send('POST', '/v1/session/start', undefined, { invitation });
    go(url);
  }));
};
const show = ({ person, organization, organizations, role, plan, csrfToken }) => {
  add('h1', 'You are signed in');
  add('p', person.email + ' is ' + role + ' of ' + organization.name + ' (' + plan + ').').id = 'who';
  for (const { organizationId, name } of organizations)
    if (organizationId !== organization.organizationId)
      button('Switch to ' + name, attempt(async () => {
        await send('POST', '/v1/session/organization', csrfToken, { organizationId });
        location.reload();
      }));
  button('Prove it is you', () => go('/v1/session/start?recent=true'));
  button('Sign out', attempt(async () => {
    await send('DELETE', '/v1/session', csrfToken);
    location.reload();
  }));
};
const start = async () => {
  const secret = location.hash.slice(1);
  if (secret.startsWith('sgi_')) return invite(secret);
  const answer = await fetch('/v1/session');
  if (answer.ok) return show(await answer.json());
  add('h1', 'You are not signed in');
  button('Sign in', () => go('/v1/session/start'));
};
start().catch(failed);
`;

/** Stands in for the console, which has no pages yet: whose session this browser has. */
export const { page: sessionPage, policy: sessionPagePolicy } = scriptPage('Scangate', script);
