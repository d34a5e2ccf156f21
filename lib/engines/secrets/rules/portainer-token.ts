import { tokenRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

export const portainerToken = tokenRule({
  id: 'portainer-token',
  title: 'Portainer access token',
  keywords: ['ptr_'],
  pattern: /ptr_[A-Za-z0-9/_+-]{43}=?/,
  positives: () => [leak`X-API-Key: ${`ptr_${fake(base64, 43)}=`}`],
  negatives: () => ['ptr_to_the_first_element_of_a_list'],
});
