import type { CodeLanguage } from '../code-languages.ts';
import { anyName } from './members.ts';

/** Swift, whose lockfile does not say which package needs which, so that no package is reported as not imported. */
export const swiftLanguage: CodeLanguage = {
  ecosystem: 'SwiftURL',
  code: ['swift'],
  mention:
    /(?:^|[^\w.])import\s{1,20}(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s{1,20})?`?([A-Za-z_]\w{0,100})/gm,
  separator: '.',
  caseless: true,
  member: anyName,
};
