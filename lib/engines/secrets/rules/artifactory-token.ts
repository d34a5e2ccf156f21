import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const artifactoryToken = tokenRule({
  id: 'artifactory-token',
  title: 'JFrog Artifactory token',
  keywords: ['akcp', 'cmvmdgtu'],
  pattern: /AKCp[A-Za-z0-9]{69}|cmVmdGtu[A-Za-z0-9]{56}/,
  positives: () => [
    leak`ARTIFACTORY_API_KEY=${'AKCp' + fake(base62, 69)}`,
    leak`token: ${'cmVmdGtu' + fake(base62, 56)}`,
  ],
  negatives: () => [`AKCp${fake(base62, 20)}`],
});
