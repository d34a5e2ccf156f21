import type { Sink } from '../../rule.ts';
import { comparesPaths } from './conditions.ts';

/** Where a name becomes a file: told once, where it does. */
export const pathSinks: readonly Sink[] = [
  {
    call: [
      'File',
      'FileInputStream',
      'FileOutputStream',
      'FileReader',
      'FileWriter',
      'RandomAccessFile',
      'FileSystemResource',
      'UrlResource',
      'ZipFile',
      'Paths.get',
      'Path.{of,resolve,resolveSibling}',
      '*.{resolve,resolveSibling}',
      'FileUtils.{getFile,readFileToString,writeStringToFile,openInputStream,openOutputStream}',
      '*.{getResourceAsStream,getRealPath}',
    ],
    args: 'all',
    when: (call) => !comparesPaths(call),
  },
];
