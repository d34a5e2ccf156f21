import { token } from '../rule.ts';
import { fake, hex, leak } from '../sample.ts';

export const sonarToken = token({
  id: 'sonar-token',
  title: 'SonarQube or SonarCloud token',
  keywords: ['sqp_', 'squ_', 'sqa_'],
  pattern: /sq[pua]_[a-f0-9]{40}/,
  positives: () => [leak`SONAR_TOKEN=${'squ_' + fake(hex, 40)}`],
  negatives: () => ['sqp_queue'],
});
