// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title A dollar token for local networks that behaves like USDT on Ethereum.
/// @notice The quirk that matters is kept on purpose: `transfer`, `transferFrom` and `approve` return nothing, although
/// ERC-20 asks for a `bool`. A wallet that insists on the return value can never pay out real USDT, so ours meets
/// the quirk on a laptop first.
contract UsdTether {
    string public constant name = "Tether USD (local)";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    /// @notice The only account that may mint.
    address public immutable owner;
    uint256 public totalSupply;
    mapping(address holder => uint256 amount) public balanceOf;
    mapping(address holder => mapping(address spender => uint256 amount)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error NotOwner();
    error ZeroAddress();
    error BalanceTooLow(uint256 balance, uint256 needed);
    error AllowanceTooLow(uint256 allowed, uint256 needed);
    /// @notice USDT's own rule: an allowance goes from one value to another only through zero.
    error AllowanceNotZero();

    constructor() {
        owner = msg.sender;
    }

    /// @notice Creates new units for `to`.
    function mint(address to, uint256 value) external {
        if (msg.sender != owner) revert NotOwner();
        if (to == address(0)) revert ZeroAddress();
        totalSupply += value;
        unchecked {
            balanceOf[to] += value; // cannot pass totalSupply, which is checked
        }
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert AllowanceTooLow(allowed, value);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        if (value != 0 && allowance[msg.sender][spender] != 0) revert AllowanceNotZero();
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function _move(address from, address to, uint256 value) private {
        if (to == address(0)) revert ZeroAddress();
        uint256 balance = balanceOf[from];
        if (balance < value) revert BalanceTooLow(balance, value);
        unchecked {
            balanceOf[from] = balance - value;
            balanceOf[to] += value; // the sum of all balances is totalSupply
        }
        emit Transfer(from, to, value);
    }
}
