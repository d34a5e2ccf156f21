import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const pypiToken = tokenRule({
  id: 'pypi-token',
  title: 'PyPI API token',
  keywords: ['pypi-age'],
  pattern: /pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[\w-]{50,400}/,
  positives: () => [
    leak`TWINE_PASSWORD=${'pypi-AgEIcHlwaS5vcmc' + fake(base64url, 130)}`,
    leak`password = ${'pypi-AgENdGVzdC5weXBpLm9yZw' + fake(base64url, 130)}`,
  ],
  negatives: () => ['pypi-AgEIcHlwaS5vcmc', 'pypi-agent'],
});
