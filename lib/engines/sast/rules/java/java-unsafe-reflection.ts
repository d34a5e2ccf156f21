import type { Rule } from '@scangate/engines/sast/rule';
import { servlet } from './samples.ts';

export const javaUnsafeReflection: Rule = {
  id: 'java-unsafe-reflection',
  cwe: 'CWE-470',
  severity: 'medium',
  title: 'Class or method chosen by untrusted input',
  message: 'Untrusted input decides which class is loaded or which method is called.',
  help: 'Choose among fixed classes with a map or a switch.',
  category: 'code',
  sinks: [{ call: ['Class.forName', '*.loadClass', '*.{getMethod,getDeclaredMethod}'] }],
  positives: [servlet('    Class.forName(request.getParameter("type")).newInstance(); // HERE')],
  negatives: [
    servlet(
      '    Class<?> c = "a".equals(request.getParameter("type")) ? A.class : B.class;\n    Class.forName("com.example.A");',
    ),
  ],
};
