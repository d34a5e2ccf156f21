import { scriptPage } from './script-page.ts';

/** Posts the secret of the link, which stands in the fragment: no server sees that, and no log has it. */
const script = `
const main = document.querySelector('main');
const add = (name, text) => main.appendChild(Object.assign(document.createElement(name), { textContent: text }));
const link = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const open = async () => {
  const answer = await fetch('/v1/shared', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ link }),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.title + ' (' + found.code + '). ' + (found.detail || ''));
  location.assign(found.url);
};
add('h1', 'Auditor pack');
if (link === '') add('p', 'Open the whole address that you were sent: its last part is missing.');
else {
  add('p', 'Somebody shares an auditor pack with you. Every download is recorded.');
  add('button', 'Download').onclick = () =>
    open().catch((error) => add('p', error.message).setAttribute('role', 'alert'));
}
`;

/** The page that the link to an auditor pack leads to. */
export const { page: sharedPage, policy: sharedPagePolicy } = scriptPage('Auditor pack · Scangate', script);
