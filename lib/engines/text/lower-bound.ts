/** Returns the index of the first of ascending numbers that is not below another one; their count where all are. */
export const lowerBound = (ascending: readonly number[], least: number): number => {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
};
