import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const droneCiToken = namedValueRule({
  id: 'drone-ci-token',
  title: 'Drone CI token',
  names: ['drone_token', 'drone_rpc_secret', 'drone_secret'],
  value: /[A-Za-z0-9]{32}/,
  positives: () => [leak`DRONE_TOKEN=${fake(base62, 32)}`],
  negatives: () => ['DRONE_TOKEN=from_secret_named_drone_tok'],
});
