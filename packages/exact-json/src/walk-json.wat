;; Finds the ends of JSON values. Compiled with check-json.wat into walk-json-module.ts by `pnpm --filter @connectory/exact-json wasm`.
;;
;; Memory, by address:
;;      0  additional results of a function
;;     16  $check: the kinds of the open brackets, one byte each. $members: its results, 20 bytes per member
;;   1016  number of notes
;;   1020  address of the note used last
;;   1024  notes: start and end of the objects and arrays that $check passed, in the order of their starts
;;  66560  the text, followed by at least 64 readable bytes, the first of them zero; positions count from here
;;
;; In $skip, 64 bytes are examined at a time: one bit per byte marks the quotes, and the running exclusive-or of these bits marks the
;; bytes inside strings. Brackets outside of strings are then counted with two population counts. A block with a
;; backslash, or in which the value could end, is walked byte by byte.

;; $at: position of the opening bracket. $end: length of the text.
;; Returns the position after the closing bracket, or -1 if the text ends before.
(func $skip (param $at i32) (param $end i32) (result i32)
  (local $depth i32)
  ;; All ones while the next byte is inside a string, otherwise zero.
  (local $in_string i64)
  (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
  (local $folded0 v128) (local $folded1 v128) (local $folded2 v128) (local $folded3 v128)
  (local $strings i64) (local $opening i64) (local $closing i64)
  (local $opened i32) (local $closed i32)
  (local $byte i32) (local $block_end i32)
  (loop $next_block
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
    (local.set $b0 (v128.load offset=66560 (local.get $at)))
    (local.set $b1 (v128.load offset=66576 (local.get $at)))
    (local.set $b2 (v128.load offset=66592 (local.get $at)))
    (local.set $b3 (v128.load offset=66608 (local.get $at)))
    (block $walk
      ;; A backslash changes the meaning of the next quote.
      (br_if $walk
        (v128.any_true
          (v128.or
            (v128.or
              (i8x16.eq (local.get $b0) (i8x16.splat (i32.const 0x5c)))
              (i8x16.eq (local.get $b1) (i8x16.splat (i32.const 0x5c))))
            (v128.or
              (i8x16.eq (local.get $b2) (i8x16.splat (i32.const 0x5c)))
              (i8x16.eq (local.get $b3) (i8x16.splat (i32.const 0x5c)))))))
      (local.set $strings
        (call $mask
          (i8x16.eq (local.get $b0) (i8x16.splat (i32.const 0x22)))
          (i8x16.eq (local.get $b1) (i8x16.splat (i32.const 0x22)))
          (i8x16.eq (local.get $b2) (i8x16.splat (i32.const 0x22)))
          (i8x16.eq (local.get $b3) (i8x16.splat (i32.const 0x22)))))
      (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 1))))
      (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 2))))
      (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 4))))
      (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 8))))
      (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 16))))
      (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 32))))
      (local.set $strings (i64.xor (local.get $strings) (local.get $in_string)))
      ;; With bit 5 set "[" becomes "{" and "]" becomes "}"; no other bytes do.
      (local.set $folded0 (v128.or (local.get $b0) (i8x16.splat (i32.const 0x20))))
      (local.set $folded1 (v128.or (local.get $b1) (i8x16.splat (i32.const 0x20))))
      (local.set $folded2 (v128.or (local.get $b2) (i8x16.splat (i32.const 0x20))))
      (local.set $folded3 (v128.or (local.get $b3) (i8x16.splat (i32.const 0x20))))
      (local.set $opening
        (call $mask
          (i8x16.eq (local.get $folded0) (i8x16.splat (i32.const 0x7b)))
          (i8x16.eq (local.get $folded1) (i8x16.splat (i32.const 0x7b)))
          (i8x16.eq (local.get $folded2) (i8x16.splat (i32.const 0x7b)))
          (i8x16.eq (local.get $folded3) (i8x16.splat (i32.const 0x7b)))))
      (local.set $closing
        (call $mask
          (i8x16.eq (local.get $folded0) (i8x16.splat (i32.const 0x7d)))
          (i8x16.eq (local.get $folded1) (i8x16.splat (i32.const 0x7d)))
          (i8x16.eq (local.get $folded2) (i8x16.splat (i32.const 0x7d)))
          (i8x16.eq (local.get $folded3) (i8x16.splat (i32.const 0x7d)))))
      (local.set $opened
        (i32.wrap_i64 (i64.popcnt (i64.and (local.get $opening) (i64.xor (local.get $strings) (i64.const -1))))))
      (local.set $closed
        (i32.wrap_i64 (i64.popcnt (i64.and (local.get $closing) (i64.xor (local.get $strings) (i64.const -1))))))
      ;; The depth could reach zero within this block.
      (br_if $walk (i32.le_s (local.get $depth) (local.get $closed)))
      (local.set $depth (i32.sub (i32.add (local.get $depth) (local.get $opened)) (local.get $closed)))
      (local.set $in_string (i64.shr_s (local.get $strings) (i64.const 63)))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br $next_block))
    (local.set $block_end (i32.add (local.get $at) (i32.const 64)))
    (loop $next_byte
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
      (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i64.eqz (local.get $in_string))
        (then
          (if (i32.eq (local.get $byte) (i32.const 0x22)) (then (local.set $in_string (i64.const -1))))
          (local.set $byte (i32.or (local.get $byte) (i32.const 0x20)))
          (if (i32.eq (local.get $byte) (i32.const 0x7b))
            (then (local.set $depth (i32.add (local.get $depth) (i32.const 1)))))
          (if (i32.eq (local.get $byte) (i32.const 0x7d))
            (then
              (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
              (if (i32.eqz (local.get $depth)) (then (return (local.get $at)))))))
        (else
          (if (i32.eq (local.get $byte) (i32.const 0x22)) (then (local.set $in_string (i64.const 0))))
          ;; The next byte belongs to the backslash.
          (if (i32.eq (local.get $byte) (i32.const 0x5c))
            (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))))
      (br_if $next_byte (i32.lt_u (local.get $at) (local.get $block_end))))
    (br $next_block))
  (unreachable))
;; The same as $skip, which it calls if $check left no note.
(func $nested (export "nested") (param $at i32) (param $end i32) (result i32)
  (local $note i32) (local $last i32) (local $middle i32)
  (local.set $note (i32.load (i32.const 1020)))
  (local.set $last (i32.add (i32.const 1024) (i32.shl (i32.load (i32.const 1016)) (i32.const 3))))
  (if (i32.gt_u (local.get $note) (i32.const 1024))
    (then
      (if (i32.ge_u (i32.load (i32.sub (local.get $note) (i32.const 8))) (local.get $at))
        (then
          ;; The note is further back: a binary search.
          (local.set $last (local.get $note))
          (local.set $note (i32.const 1024))
          (loop $halve
            (if (i32.lt_u (local.get $note) (local.get $last))
              (then
                (local.set $middle
                  (i32.add
                    (local.get $note)
                    (i32.and
                      (i32.shr_u (i32.sub (local.get $last) (local.get $note)) (i32.const 1))
                      (i32.const -8))))
                (if (i32.lt_u (i32.load (local.get $middle)) (local.get $at))
                  (then (local.set $note (i32.add (local.get $middle) (i32.const 8))))
                  (else (local.set $last (local.get $middle))))
                (br $halve))))
          (local.set $last
            (i32.add (i32.const 1024) (i32.shl (i32.load (i32.const 1016)) (i32.const 3))))))))
  (loop $forward
    (if (i32.lt_u (local.get $note) (local.get $last))
      (then
        (if (i32.lt_u (i32.load (local.get $note)) (local.get $at))
          (then
            (local.set $note (i32.add (local.get $note) (i32.const 8)))
            (br $forward))))))
  (i32.store (i32.const 1020) (local.get $note))
  (if (i32.lt_u (local.get $note) (local.get $last))
    (then
      (if (i32.eq (i32.load (local.get $note)) (local.get $at))
        (then
          (local.set $note (i32.load offset=4 (local.get $note)))
          (return
            (select (local.get $note) (i32.const -1) (i32.le_u (local.get $note) (local.get $end))))))))
  (call $skip (local.get $at) (local.get $end)))
;; $at: position of the opening quote. Returns the position after the closing one, or -1 if the text ends before. At address 0: 1
;; if the string contains a backslash, otherwise 0.
(func $string (export "string") (param $at i32) (param $end i32) (result i32)
  (local $block v128) (local $marks i32)
  (i32.store (i32.const 0) (i32.const 0))
  (local.set $at (i32.add (local.get $at) (i32.const 1)))
  (loop $next
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
    (local.set $block (v128.load offset=66560 (local.get $at)))
    (local.set $marks
      (i8x16.bitmask
        (v128.or
          (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x22)))
          (i8x16.eq (local.get $block) (i8x16.splat (i32.const 0x5c))))))
    (if (i32.eqz (local.get $marks))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $marks))))
    (if (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x5c))
      (then
        (i32.store (i32.const 0) (i32.const 1))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br $next)))
    (return (select
      (i32.add (local.get $at) (i32.const 1))
      (i32.const -1)
      (i32.lt_u (local.get $at) (local.get $end)))))
  (unreachable))
;; Position of the first byte at or after $at that is not white space, at most $end.
(func $space (param $at i32) (param $end i32) (result i32)
  (local $byte i32)
  (loop $next
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $end))))
    (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
    (if
      (i32.or
        (i32.or (i32.eq (local.get $byte) (i32.const 0x20)) (i32.eq (local.get $byte) (i32.const 0x0a)))
        (i32.or (i32.eq (local.get $byte) (i32.const 0x0d)) (i32.eq (local.get $byte) (i32.const 0x09))))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $at))
;; Position after a number, true, false or null, which is not checked.
(func $scalar (param $at i32) (param $end i32) (result i32)
  (local $byte i32)
  (loop $next
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $end))))
    (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
    (if
      (i32.and
        (i32.gt_u (local.get $byte) (i32.const 0x20))
        (i32.and
          (i32.ne (local.get $byte) (i32.const 0x2c))
          (i32.and
            (i32.ne (local.get $byte) (i32.const 0x7d))
            (i32.ne (local.get $byte) (i32.const 0x5d)))))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))
  (local.get $at))
;; $at: position of the quote that begins the name of a member. Returns the position of what follows the value and its white
;; space, or -1 if there is no member. At address 0: 1 if the name contains a backslash; then the positions after the name, of the
;; value, and after the value.
(func $member (export "member") (param $at i32) (param $end i32) (result i32)
  (local $escaped i32) (local $value i32) (local $byte i32)
  (local.set $at (call $string (local.get $at) (local.get $end)))
  (if (i32.lt_s (local.get $at) (i32.const 0)) (then (return (i32.const -1))))
  (local.set $escaped (i32.load (i32.const 0)))
  (i32.store (i32.const 4) (local.get $at))
  (local.set $at (call $space (local.get $at) (local.get $end)))
  (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
  (if (i32.ne (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x3a)) (then (return (i32.const -1))))
  (local.set $value (call $space (i32.add (local.get $at) (i32.const 1)) (local.get $end)))
  (if (i32.ge_u (local.get $value) (local.get $end)) (then (return (i32.const -1))))
  (i32.store (i32.const 8) (local.get $value))
  (local.set $byte (i32.load8_u offset=66560 (local.get $value)))
  (if (i32.eq (local.get $byte) (i32.const 0x22))
    (then (local.set $at (call $string (local.get $value) (local.get $end))))
    (else
      (if (i32.eq (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x7b))
        (then (local.set $at (call $nested (local.get $value) (local.get $end))))
        (else (local.set $at (call $scalar (local.get $value) (local.get $end)))))))
  (if (i32.le_s (local.get $at) (local.get $value)) (then (return (i32.const -1))))
  (i32.store (i32.const 0) (local.get $escaped))
  (i32.store (i32.const 12) (local.get $at))
  (call $space (local.get $at) (local.get $end)))
;; $at: position after the opening bracket of an object, or of one of its members. $lengths_low and $lengths_high: bit sets of the wanted
;; lengths of names. Finds the members with such names, and those whose name contains a backslash or has 64 bytes or more. Returns the
;; position after the object, or -1 if there is none. At address 0: the number of members found; then 1 if there was no room for more, in
;; which case the result is the position of the next member. At address 16, for each member: start and end of the name, start and end of
;; the value, and 1 if the name contains a backslash.
(func (export "members")
  (param $at i32) (param $end i32) (param $lengths_low i32) (param $lengths_high i32) (result i32)
  (local $name i32) (local $length i32) (local $byte i32) (local $lengths i32) (local $next i32)
  (local.set $next (i32.const 16))
  (local.set $at (call $space (local.get $at) (local.get $end)))
  (block $broken
    (loop $member
      (br_if $broken (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
      (if (i32.eq (local.get $byte) (i32.const 0x7d))
        (then
          (i32.store (i32.const 0) (i32.div_u (i32.sub (local.get $next) (i32.const 16)) (i32.const 20)))
          (i32.store (i32.const 4) (i32.const 0))
          (return (i32.add (local.get $at) (i32.const 1)))))
      (br_if $broken (i32.ne (local.get $byte) (i32.const 0x22)))
      (if (i32.eq (local.get $next) (i32.const 1016))
        (then
          (i32.store (i32.const 0) (i32.const 50))
          (i32.store (i32.const 4) (i32.const 1))
          (return (local.get $at))))
      (local.set $name (local.get $at))
      (local.set $at (call $member (local.get $at) (local.get $end)))
      (br_if $broken (i32.lt_s (local.get $at) (i32.const 0)))
      (local.set $length (i32.sub (i32.sub (i32.load (i32.const 4)) (local.get $name)) (i32.const 2)))
      (local.set $lengths
        (select (local.get $lengths_low) (local.get $lengths_high) (i32.lt_u (local.get $length) (i32.const 32))))
      (if
        (i32.or
          (i32.or (i32.load (i32.const 0)) (i32.ge_u (local.get $length) (i32.const 64)))
          (i32.and (i32.shr_u (local.get $lengths) (i32.and (local.get $length) (i32.const 31))) (i32.const 1)))
        (then
          (i32.store (local.get $next) (local.get $name))
          (i32.store offset=4 (local.get $next) (i32.load (i32.const 4)))
          (i32.store offset=8 (local.get $next) (i32.load (i32.const 8)))
          (i32.store offset=12 (local.get $next) (i32.load (i32.const 12)))
          (i32.store offset=16 (local.get $next) (i32.load (i32.const 0)))
          (local.set $next (i32.add (local.get $next) (i32.const 20)))))
      (br_if $broken (i32.ge_u (local.get $at) (local.get $end)))
      (local.set $byte (i32.load8_u offset=66560 (local.get $at)))
      (br_if $member (i32.eq (local.get $byte) (i32.const 0x7d)))
      (br_if $broken (i32.ne (local.get $byte) (i32.const 0x2c)))
      (local.set $at (call $space (i32.add (local.get $at) (i32.const 1)) (local.get $end)))
      (br_if $member (i32.eq (i32.load8_u offset=66560 (local.get $at)) (i32.const 0x22)))))
  (i32.const -1))
;; One bit per byte of four compared blocks.
(func $mask (param $m0 v128) (param $m1 v128) (param $m2 v128) (param $m3 v128) (result i64)
  (i64.or
    (i64.or
      (i64.extend_i32_u (i8x16.bitmask (local.get $m0)))
      (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m1))) (i64.const 16)))
    (i64.or
      (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m2))) (i64.const 32))
      (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m3))) (i64.const 48)))))
