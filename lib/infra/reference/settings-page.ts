import { settingsSchema } from '../settings.ts';
import { code, page, table } from './markdown.ts';

const defaultOf = (value: unknown): string =>
  value === undefined || value === '' ? 'unset' : code(String(value));

/** Writes the page of what an operator can set when deploying. */
export const settingsPage = (): string => {
  const defaults: Record<string, unknown> = settingsSchema.parse({});
  return page(
    'Settings',
    'Set them with `npm run deploy -- -c name=value` or in `cdk.json`. An invalid value fails the synthesis.',
    table(
      ['Setting', 'Default', 'Meaning'],
      Object.entries(settingsSchema.shape).map(([name, setting]) => [
        code(name),
        defaultOf(defaults[name]),
        setting.meta()?.description ?? '',
      ]),
    ),
  );
};
