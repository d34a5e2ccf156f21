import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const adafruitIoKey = tokenRule({
  id: 'adafruit-io-key',
  title: 'Adafruit IO key',
  keywords: ['aio_'],
  pattern: /aio_[A-Za-z0-9]{28}/,
  positives: () => [leak`ADAFRUIT_IO_KEY=${'aio_' + fake(base62, 28)}`],
  negatives: () => [`aio_${fake(base62, 20)}`, 'aio_context_manager_for_files_x'],
});
