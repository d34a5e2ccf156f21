import { having, type TextTest } from '@scangate/engines/import-usage/text-test';

const decoders = /\b(?:base64_decode|hex2bin|chr|strrev|str_rot13|gzinflate|gzuncompress|pack)\s{0,20}\(/i;
const computedCall = /\$\w{1,100}\s{0,20}\(|\bcall_user_func|\bnew\s{1,20}\(/;

const decodesNames = (text: string): boolean => decoders.test(text) && computedCall.test(text);

/** Each matches code of PHP that uses a class, a file or a program whose name its text does not state in one piece. */
export const phpBuilt: readonly TextTest[] = [
  /[\w\\]["']\s{0,40}\.\s{0,40}["'][\w\\.]/,
  /\b(?:implode|join)\s{0,20}\(\s{0,20}["']\\{1,2}["']/i,
  { test: decodesNames },
  /\b(?:require|include)(?:_once)?\s{0,20}\(?\s{0,20}(?:\$\w{1,100}\s{0,20}[;)]|["']\/)/i,
  /\b(?:system|exec|passthru|shell_exec|proc_open|popen|pcntl_exec)\s{0,20}\(\s{0,40}(?!["'][^"'$\n]{0,300}["']\s{0,20}[,)])/i,
  having(['`'], /`[^`\n]{0,200}\bphp\b|`[^`\n]{0,200}\$/),
];
