/** A sample file with the ids of the rules that must find something in it. */
export interface CanaryFile {
  file: string;
  text: string;
  rules: readonly string[];
}
