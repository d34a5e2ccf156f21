/** A text with one generated secret, so that the source contains none. */
export interface Sample {
  text: string;
  secret: string;
}

export const digits = '0123456789';
export const hex = `${digits}abcdef`;
export const lower = 'abcdefghijklmnopqrstuvwxyz';
export const upper = lower.toUpperCase();
export const lowerDigits = lower + digits;
export const base32 = `${upper}234567`;
export const base62 = digits + upper + lower;
export const base64 = `${base62}+/`;
export const base64url = `${base62}-_`;

/** Generates `length` characters that look random and only depend on the `seed`. */
export const fake = (alphabet: string, length: number, seed = 1): string => {
  let state = (seed * 0x9e3779b1 + length * 0x85ebca6b) >>> 0;
  let made = '';
  for (let i = 0; i < length; i += 1) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    made += alphabet[((mixed ^ (mixed >>> 14)) >>> 0) % alphabet.length];
  }
  return made;
};

/** Generates a version 4 UUID. */
export const fakeUuid = (seed = 1): string => {
  const h = fake(hex, 32, seed);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20)}`;
};

/** Tags a template whose first substitution is the secret: leak`TOKEN=${generated}`. Others are only context. */
export const leak = (strings: TemplateStringsArray, ...values: string[]): Sample => ({
  text: String.raw({ raw: strings }, ...values),
  secret: values[0] ?? '',
});
