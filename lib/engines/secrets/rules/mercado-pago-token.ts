import { tokenRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const mercadoPagoToken = tokenRule({
  id: 'mercado-pago-token',
  title: 'Mercado Pago access token',
  keywords: ['app_usr-'],
  pattern: /APP_USR-\d{10,20}-\d{6}-[a-f0-9]{32}-\d{6,12}/,
  positives: () => [
    leak`MP_ACCESS_TOKEN=${`APP_USR-${fake('123456789', 16)}-051421-${fake(hex, 32)}-${fake('123456789', 9)}`}`,
  ],
  negatives: () => [`APP_USR-${fakeUuid()}`],
});
