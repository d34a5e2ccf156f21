export * from '../suppression/path-glob.ts';
