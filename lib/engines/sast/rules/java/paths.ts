import type { Call, Sink } from '@scangate/engines/sast/rule';
import { around, comparesPaths } from './conditions.ts';

/** `new File(name).getName()` opens no file: it returns the last segment. */
const isOnlyForName = (call: Call): boolean => {
  const { text } = call.at;
  return (
    text.startsWith('new ') &&
    [`${text}.getName()`, `(${text}).getName()`].some((name) => around(call).includes(name))
  );
};

/** Calls that open or create a file by name; each name is reported once, here. */
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
      'ClassPathResource',
      'Paths.get',
      'Path.{of,resolve,resolveSibling}',
      '*.{resolve,resolveSibling}',
      'FileUtils.{getFile,readFileToString,writeStringToFile,openInputStream,openOutputStream}',
      '*.{getResourceAsStream,getRealPath}',
    ],
    args: 'all',
    when: (call) => !comparesPaths(call) && !isOnlyForName(call),
  },
  {
    call: ['{ApplicationContext,ResourceLoader,ClassLoader,DefaultResourceLoader}.getResource'],
    when: (call) => !comparesPaths(call),
  },
];
