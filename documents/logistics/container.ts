// Letters count from A = 10 on, without the multiples of 11 (ISO 6346).
const LETTERS = "0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ";

/** The last digit of a container number, worked out of the ten characters before it (ISO 6346). */
export function checkDigit(number: string): number {
  const total = [...number.slice(0, 10)].reduce((sum, letter, place) => sum + LETTERS.indexOf(letter) * 2 ** place, 0);
  return (total % 11) % 10;
}

/** Four letters and seven digits. */
export const CONTAINER_NO = /^[A-Z]{4}[0-9]{7}$/;

/** Whether the last digit of a well-formed container number is the right one. */
export const isChecked = (number: string): boolean => checkDigit(number) === Number(number[10]);
