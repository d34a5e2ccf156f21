import type { SourceFiles } from '@scangate/engines/model/source-files';
import { configurationKinds } from '../configuration/configuration-kind.ts';
import { commonDialects } from '../dialect.ts';
import { recognizeSource } from '../recognize-source.ts';
import { templateKindOf } from '../templates/tags.ts';
import type { CanaryFile } from './canary-file.ts';
import { codeCanaries, embeddedCanaries } from './code-canaries.ts';
import { configurationCanaries } from './configuration-canaries.ts';
import { templateCanaries } from './template-canaries.ts';

/**
 * Returns the sample of each grammar and reader that is loaded for a unit with these files, whatever the extensions
 * of its files are.
 */
export const canariesOfFiles = (files: SourceFiles): readonly CanaryFile[] => {
  const canaries = new Set(commonDialects.map((dialect) => codeCanaries[dialect]));
  for (const { path } of files.entries) {
    const { type } = recognizeSource(files, path);
    if (type) canaries.add(codeCanaries[type.dialect]);
    if (type?.host) canaries.add(embeddedCanaries[type.host]);
    const template = templateKindOf(path);
    if (template) canaries.add(templateCanaries[template]);
  }
  for (const kind of configurationKinds(files).values()) canaries.add(configurationCanaries[kind]);
  return [...canaries];
};
