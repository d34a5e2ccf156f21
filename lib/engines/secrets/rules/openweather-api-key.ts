import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const openweatherApiKey = namedValueRule({
  id: 'openweather-api-key',
  title: 'OpenWeather API key',
  names: ['openweather', 'owm_'],
  tail: ['key', 'id'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`OPENWEATHER_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`OPENWEATHER_API_KEY=${fake(hex, 9)}`, 'OPENWEATHER_API_KEY=your-key-here'],
});
