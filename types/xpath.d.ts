// Stands for the declarations of xpath, which add the globals of browsers to every file.
import type { Node } from './xmldom.d.ts';
export declare function select(expression: string, node: Node): Node[];
