import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const sonarToken = tokenRule({
  id: 'sonar-token',
  title: 'SonarQube or SonarCloud token',
  keywords: ['sqp_', 'squ_', 'sqa_'],
  pattern: /sq[pua]_[a-f0-9]{40}/,
  positives: () => [leak`SONAR_TOKEN=${'squ_' + fake(hex, 40)}`],
  negatives: () => ['sqp_queue'],
});
