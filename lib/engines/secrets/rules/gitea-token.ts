import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const giteaToken = namedValueRule({
  id: 'gitea-token',
  title: 'Gitea token',
  names: ['gitea', 'forgejo'],
  tail: ['token'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`GITEA_TOKEN=${fake(hex, 40)}`],
  negatives: () => [`GITEA_TOKEN=${fake(hex, 9)}`, 'GITEA_TOKEN=your-key-here'],
});
