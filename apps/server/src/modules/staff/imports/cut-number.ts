/** Numbers that a spreadsheet has cut to 15 digits. Their code or tracking number is lost. */

/** An exponent, or three and more zeros behind 15 digits. */
export const isCutNumber = (text: string): boolean =>
  /^\d(?:[.,]\d+)?E\+\d+$/i.test(text) || /^[1-9]\d{14}0{3,}$/.test(text)

/** One or two zeros behind 15 digits: one true number in ten ends so. */
export const mayBeCutNumber = (text: string): boolean => /^[1-9]\d{14}0{1,2}$/.test(text)
