export * from '../source/file-class.ts';
export { kindsFor } from './kinds-for.ts';
