import { having, type TextTest } from '@scangate/engines/import-usage/text-test';

/** Each matches code of the JVM that loads a class whose name its text does not state in one piece. */
export const jvmBuilt: readonly TextTest[] = [
  // A name in two pieces, or with another in it.
  /[\w.]"\s{0,40}(?:\/\*[^*]{0,100}\*\/\s{0,40})?\+\s{0,40}"[\w.]|\$\{\s{0,20}["']/,
  /\b(?:forName|loadClass|findClass)\s{0,20}\(\s{0,20}["'][^"'\n]{0,200}\$/,
  having(['.join'], /\bString\s{0,20}\.\s{0,20}join\s{0,20}\(\s{0,20}"\."/),
  /\bClassUtils\s{0,20}\.\s{0,20}getClass\s{0,20}\((?!\s{0,20}"[^"\n]{0,200}"\s{0,20}[,)])/,
  // Functions under a computed name, and programs that run or compile others.
  /\.\s{0,20}["'][\w$]{0,40}\$\{|\bget(?:Declared)?Method\s{0,20}\(\s{0,20}(?!["'][^"'$\n]{0,100}["']\s{0,20}[,)])/,
  /\b(?:SpelExpressionParser|ExpressionFactory|InitialContext|ProcessBuilder|getRuntime|evaluate)\b\s{0,20}\(|\b(?:ToolProvider|getMethods|getDeclaredMethods)\b/,
];
