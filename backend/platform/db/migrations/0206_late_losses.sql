-- Freight that is known after its pieces were given up is lost with them: an amount without pieces.
alter table stock_move drop constraint stock_move_pieces;
alter table stock_move add constraint stock_move_pieces
  check (qty <> 0 or biz_type in ('costAdjust', 'costOfSales', 'transferLoss'));
