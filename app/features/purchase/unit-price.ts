/** 10.0000 → 10.00: at least two decimals, no zeros behind them. */
export const unitPrice = (price: string): string => price.replace(/(\.\d\d\d*?)0+$/, "$1");
