import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const figmaToken = tokenRule({
  id: 'figma-token',
  title: 'Figma token',
  keywords: ['figd_', 'figo_', 'figor_', 'figoh_'],
  pattern: /fig(?:d|o|or|oh)_[\w-]{38,48}/,
  positives: () => [leak`FIGMA_TOKEN=${'figd_' + fake(base64url, 40)}`],
  negatives: () => ['figd_token'],
});
