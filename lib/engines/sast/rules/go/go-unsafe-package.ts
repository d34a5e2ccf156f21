import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const goUnsafePackage: Rule = {
  id: 'go-unsafe-package',
  cwe: 'CWE-242',
  severity: 'low',
  title: 'Memory is accessed without checks',
  message: 'Package unsafe bypasses the type and memory checks of the compiler.',
  help: 'Leave it to libraries that need it, and keep it in one place.',
  imports: ['unsafe'],
  positives: [
    'package main\n\nimport "unsafe" // HERE\n\nfunc f(p *int) uintptr { return uintptr(unsafe.Pointer(p)) }\n',
  ],
  negatives: [program('fmt', '\tfmt.Println("unsafe")')],
};
