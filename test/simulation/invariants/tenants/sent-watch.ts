import type { Organization } from '#test/simulation/actors/organization.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';
import { isSecret, tracesIn } from './ownership.ts';
import { foreignOwner } from './relations.ts';

interface Sent {
  /** The way on which it was sent. */
  where: string;
  /** Names whoever gets it: an address or a key. */
  to: string;
  /** Everything that was sent. */
  text: string;
}

/** Watches everything that the service sends: whoever gets it reads nothing of an organization that is not theirs. */
export const watchSent = (world: World, report: Report): void => {
  const { ownership, receivers, tracker, cloud, git } = world;
  const check = (owner: Organization, { where, text }: Sent): void => {
    for (const trace of tracesIn(text)) {
      if (isSecret(trace)) ownership.note(trace, owner.organizationId);
      const of = foreignOwner({ reader: owner, where, trace }, ownership);
      if (of) return report('tenant', `${where} tells ${owner.taint} of ${of.taint}: ${trace}`);
    }
  };
  const onSent = (sent: Sent): void => {
    const owner = ownership.markedBy(sent.to);
    if (owner) check(owner, sent);
    else report('tenant', `${sent.where} goes to nobody: ${sent.to}`);
  };
  const written = (headers: Record<string, string>): string => Object.values(headers).join('\n');
  receivers.onRequest = ({ url, body, headers }) =>
    onSent({ where: 'a delivery', to: url, text: `${url}\n${written(headers)}\n${body}` });
  tracker.onRequest = (to, text) => onSent({ where: 'an issue', to, text });
  cloud.onMail = ({ to, subject, text }) => onSent({ where: 'a mail', to, text: `${subject}\n${text}` });
  git.onCredential = (url, secret) => onSent({ where: 'a credential', to: url, text: secret });
  git.onCommit = (url, hash) => {
    const owner = ownership.markedBy(url);
    if (owner) ownership.note(hash, owner.organizationId);
  };
};
