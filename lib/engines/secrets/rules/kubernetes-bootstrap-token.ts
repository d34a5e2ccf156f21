import { namedValueRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const kubernetesBootstrapToken = namedValueRule({
  id: 'kubernetes-bootstrap-token',
  title: 'Kubernetes bootstrap token',
  names: ['kubeadm join', 'bootstrap_token', 'bootstraptoken', 'tls-bootstrap-token'],
  value: /[a-z0-9]{6}\.[a-z0-9]{16}/,
  positives: () => [leak`bootstrapToken: ${`${fake(lowerDigits, 6)}.${fake(lowerDigits, 16)}`}`],
  negatives: () => ['bootstrapToken: abcdef.0123456789abcdef'],
});
